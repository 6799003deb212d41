/** One point each for length, an uppercase letter, a digit and a symbol. */
export const strengthOf = (password: string) =>
  [password.length >= 8, /\p{Lu}/u.test(password), /\p{Nd}/u.test(password), /[^\p{L}\p{N}\s]/u.test(password)].filter(
    Boolean,
  ).length

export const strengthNames = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
