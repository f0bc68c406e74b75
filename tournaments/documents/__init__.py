"""Documents: one query and one template each → a PDF, a spreadsheet. `pdf.py` alone knows the PDF library."""
