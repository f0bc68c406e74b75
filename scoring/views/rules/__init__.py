"""The pages of the rules: barèmes, catalogues, the calculator, the rulebook."""
