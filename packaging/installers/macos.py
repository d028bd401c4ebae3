"""What macOS is told of the application: above all, which files it opens."""

from __future__ import annotations

from typing import Any

TYPE = "invalid.puzzlegui.board"
BOOK_TYPE = "invalid.puzzlegui.book"


def information(version: str) -> dict[str, Any]:
    """The entries of Info.plist besides those that PyInstaller writes itself."""
    return {
        "CFBundleDisplayName": "PuzzleGUI",
        "CFBundleShortVersionString": version,
        "CFBundleLocalizations": ["en", "de"],
        "CFBundleDevelopmentRegion": "en",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "PuzzleGUI board",
                "CFBundleTypeRole": "Editor",
                "CFBundleTypeIconFile": "puzzlegui.icns",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [TYPE],
            },
            {
                "CFBundleTypeName": "PuzzleGUI book of puzzles",
                "CFBundleTypeRole": "Editor",
                "CFBundleTypeIconFile": "puzzlegui.icns",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [BOOK_TYPE],
            },
            {
                "CFBundleTypeName": "PuzzleGUI solution",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.json"],
            },
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": TYPE,
                "UTTypeDescription": "PuzzleGUI board",
                "UTTypeIconFile": "puzzlegui.icns",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["puzzle"],
                    "public.mime-type": ["application/vnd.puzzlegui+json"],
                },
            },
            {
                "UTTypeIdentifier": BOOK_TYPE,
                "UTTypeDescription": "PuzzleGUI book of puzzles",
                "UTTypeIconFile": "puzzlegui.icns",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["puzzlebook"],
                    "public.mime-type": ["application/vnd.puzzlegui-book+json"],
                },
            },
        ],
        "LSApplicationCategoryType": "public.app-category.puzzle-games",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "© The PuzzleGUI authors, under the MIT licence",
        "NSRequiresAquaSystemAppearance": False,
    }
