/** Facts about a service, one a line. A fact of null is left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) => (
  <dl className="num mt-5">
    {facts.map(
      ([name, value]) =>
        value !== null && (
          <div key={name} className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
            <dt className="text-soft">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ),
    )}
  </dl>
)
