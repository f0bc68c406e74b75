"""The API of tables and donnes: what programs may read and write there."""
