"""Plain-Python heart of curation: page content, locators, witness, gate. No Django, no network, no clock."""
