"""Small tools without knowledge of clubs: text, days, languages, pictures. They import nothing of other rooms."""
