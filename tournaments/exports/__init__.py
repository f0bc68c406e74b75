"""
Lists to download: every list on a page as a spreadsheet, in one way.

`tables.py` defines a list (a title, headings, rows of plain values), `writing.py` makes a CSV, an XLSX or an ODS of it,
and the other modules give the rows for each page. A view needs one line, see `tournaments/views/exports.py`.
"""
