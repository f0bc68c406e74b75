"""Small tools that know nothing of clubs: text, days, languages, pictures. They import nothing above them."""
