"""Tables, documents, figures, explanations and the site that people see."""
