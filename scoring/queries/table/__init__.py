"""What is written at a table, for the table and for everybody who reads its sheet."""
