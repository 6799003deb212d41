// Words before a price or a tempo, in English, German, French, Spanish, Portuguese, Italian and Dutch. As patterns.

export const BELOW =
  'under|below|less than|unter|weniger als|moins de|menos de|abaixo de|meno di|sotto i|sotto|onder|minder dan'
export const ABOVE =
  'over|above|more than|uber|mehr als|plus de|mas de|mais de|acima de|piu di|sopra i|sopra|boven|meer dan'
