"""Imports of spreadsheets and event files, over `tournaments.imports`: a preview comes before anything is written."""
