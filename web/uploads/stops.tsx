import { CircleX } from '#web/ui/icons.ts'
import type { Line } from '#contract/line.ts'
import type { MediaSteps } from '#contract/studio-upload.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'

type Step = MediaSteps['steps'][number]

const spoken = { waiting: 'to come', running: 'under way', done: 'done', failed: 'failed' }

/** The steps to the review, as stops on a line. */
export const Stops = ({ steps: given, line }: { steps: readonly Step[]; line: Line | undefined }) => {
  // several may run at once; the line has one end
  const end = given.findIndex(({ state }) => state === 'running')
  const steps = given.map((step, at) =>
    step.state === 'running' && at > end ? { ...step, state: 'waiting' as const } : step,
  )
  return (
    <ol data-line={line} aria-label="Steps" className="flex text-[12.5px] text-dim">
      {steps.map(({ step, state }, at) => (
        <li
          key={step}
          aria-current={state === 'running' ? 'step' : undefined}
          className={cx(
            'relative flex-1 pt-4.5 whitespace-nowrap last:flex-none',
            state === 'done' && 'text-soft',
            state === 'running' && 'font-semibold text-ink',
            state === 'failed' && 'font-semibold text-bad',
          )}
        >
          {at < steps.length - 1 && (
            <span
              aria-hidden
              className={cx('absolute top-1.5 right-0 left-2.5 h-0.5', state === 'done' ? 'bg-(--l)' : 'bg-rail')}
            />
          )}
          {state === 'failed' ? (
            <Icon of={CircleX} size={14} className="absolute top-0 left-0 bg-wall" />
          ) : (
            <span
              aria-hidden
              className={cx(
                'absolute top-0.5 left-0 size-2.5 rounded-full border-2',
                state === 'done' && 'border-(--l) bg-(--l)',
                state === 'running' &&
                  'border-(--l) bg-wall [box-shadow:0_0_0_3px_color-mix(in_oklab,var(--l)_30%,transparent)]',
                state === 'waiting' && 'border-edge bg-wall',
              )}
            />
          )}
          {/* in the row of a narrower window only the step under way has room for its name */}
          <span className={cx(state !== 'running' && 'group-data-row/tray:max-xl:sr-only')}>{step}</span>
          <span className="sr-only">: {spoken[state]}</span>
        </li>
      ))}
    </ol>
  )
}
