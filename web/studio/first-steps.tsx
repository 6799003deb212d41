import type { Dashboard } from './dashboards.ts'

/** The steps until a first item is on sale. They stand beside the words that there is none. */
export const FirstSteps = ({ steps }: { steps: Dashboard['steps'] }) => (
  <ol className="max-w-150 min-w-0 flex-1 basis-60">
    {steps.map(([name, words], index) => (
      <li key={name} className="flex items-center gap-x-4 border-t border-rail/60 py-4.5 text-soft">
        <span aria-hidden className="disp num w-[22px] flex-none text-2xl text-dim">
          {index + 1}
        </span>
        <p>
          <b className="text-ink">{name}</b> {words}
        </p>
      </li>
    ))}
  </ol>
)
