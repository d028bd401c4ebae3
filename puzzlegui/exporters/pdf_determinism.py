"""What makes a PDF of Qt's the same bytes whenever and wherever it is made."""

from __future__ import annotations

import re
from html import escape
from itertools import islice

_DATE = re.compile(rb"(?<=Date )\(D:\d{14}[^)\n]*\)")
_DATES = 2
"""How many there are, in the first object of the file."""
_FIXED = b"(D:20000101000000Z)"
_ENTRY = re.compile(rb"^(\d{10}) 00000 n ", re.MULTILINE)


def xmp_metadata(title: str) -> bytes:
    """What the file says of itself, in the place of Qt's own words with the time and its zone."""
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
    """The PDF with a fixed time in the place of Qt's, which is as long as the zone has it.

    So objects stand elsewhere, and the table of their places is another.
    """
    table = content.rindex(b"\nxref\n") + 1
    dates = list(islice(_DATE.finditer(content), _DATES))

    def moved(place: int) -> int:
        before = [date for date in dates if date.end() <= place]
        return place - sum(len(date[0]) - len(_FIXED) for date in before)

    places = _ENTRY.sub(lambda found: b"%010d 00000 n " % moved(int(found[1])), content[table:])
    places = re.sub(rb"(startxref\n)\d+", rb"\g<1>%d" % moved(table), places)
    return _DATE.sub(_FIXED, content[:table], count=_DATES) + places
