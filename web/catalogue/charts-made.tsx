const rules = [
  { name: 'Popular', rule: 'ln(1 + plays + 5 × likes + 40 × sales), over all time.' },
  { name: 'Trending', rule: 'Plays, likes and sales, each worth half as much every 3 days.' },
  { name: 'New', rule: 'Newest first. The badge stays for 14 days.' },
  {
    name: 'Featured',
    rule: 'Picks of the house. Paid promotions have places of their own, marked “Promoted”, and move no rank.',
  },
]

/** Explains the formula of the charts. Paid places are marked. */
export const ChartsMade = () => (
  <section id="formula" aria-labelledby="formula-name" className="mt-16 scroll-mt-20 border-t border-rail/60 pt-10">
    <h2 id="formula-name" className="disp text-[36px] md:text-[44px]">
      How the charts are made
    </h2>
    <dl className="mt-6 grid gap-x-12 gap-y-6 md:grid-cols-2">
      {rules.map(({ name, rule }) => (
        <div key={name}>
          <dt className="font-bold">{name}</dt>
          <dd className="num mt-1 text-soft">{rule}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-6 max-w-160 text-[14px] text-dim">
      A play counts after 5 seconds of listening, and once per listener and item in 30 minutes. All is what stands in
      any of the charts, the most popular first.
    </p>
  </section>
)
