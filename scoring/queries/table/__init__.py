"""What is written at a table, for the table and whoever reads its sheet."""
