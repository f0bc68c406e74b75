"""
Lists to download: every list on screen as a spreadsheet, by one kit.

`tables.py` says what a list is (a title, headings, rows of plain values), `writing.py` makes a CSV, an XLSX or an ODS
of it, and the modules beside them say what stands in the list of a page. A view answers with one line, see
`tournaments/views/exports.py`.
"""
