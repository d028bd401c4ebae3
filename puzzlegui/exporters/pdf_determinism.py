"""Removal of times from Qt's PDF files, so that their bytes do not depend on time and place."""

from __future__ import annotations

import re
from html import escape
from itertools import islice

_DATE = re.compile(rb"(?<=Date )\(D:\d{14}[^)\n]*\)")
_DATE_COUNT = 2
"""Number of dates, all in the first object of the file."""
_FIXED_DATE = b"(D:20000101000000Z)"
_ENTRY = re.compile(rb"^(\d{10}) 00000 n ", re.MULTILINE)


def xmp_metadata(title: str) -> bytes:
    """Return XMP metadata without a date, to replace Qt's metadata."""
    name = escape("".join(c for c in title if c.isprintable()))
    return (
        "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>"
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmp:CreatorTool="PuzzleGUI"><dc:title>'
        f'<rdf:Alt><rdf:li xml:lang="x-default">{name}</rdf:li></rdf:Alt></dc:title>'
        "</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>"
    ).encode()


def with_fixed_dates(content: bytes) -> bytes:
    """Return a PDF with fixed dates instead of Qt's.

    Qt's dates vary in length with the time zone, so object offsets and the cross-reference table
    are adjusted.
    """
    table = content.rindex(b"\nxref\n") + 1
    dates = list(islice(_DATE.finditer(content), _DATE_COUNT))

    def new_offset(offset: int) -> int:
        before = [date for date in dates if date.end() <= offset]
        return offset - sum(len(date[0]) - len(_FIXED_DATE) for date in before)

    xref = _ENTRY.sub(lambda match: b"%010d 00000 n " % new_offset(int(match[1])), content[table:])
    xref = re.sub(rb"(startxref\n)\d+", rb"\g<1>%d" % new_offset(table), xref)
    return _DATE.sub(_FIXED_DATE, content[:table], count=_DATE_COUNT) + xref
