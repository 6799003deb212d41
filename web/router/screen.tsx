import { Component, type ReactNode } from 'react'
import { useView } from './hooks.ts'
import type { Failed } from './page.ts'
import type { View } from './view.ts'

/** The screen of the page. A screen that fails is replaced by its own `Failed`, or by this one if it has none. */
export function Screen({ Failed }: { Failed: Failed }) {
  const view = useView()
  const { page, screen, failure } = view
  const Broken = screen?.Failed ?? Failed
  if (failure) return <Broken error={failure.error} />
  if (!screen) return null
  return (
    <Border key={page.path} view={view} Failed={Broken}>
      <screen.Component />
    </Border>
  )
}

type BorderProps = { view: View; Failed: Failed; children: ReactNode }
type BorderState = { view: View; failure: { error: unknown } | null }

/** Shows `Failed` in place of children that fail. The next view gets another try. */
class Border extends Component<BorderProps, BorderState> {
  override state: BorderState = { view: this.props.view, failure: null }
  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } })
  static getDerivedStateFromProps = ({ view }: BorderProps, state: BorderState) =>
    view === state.view ? null : { view, failure: null }

  override render() {
    const { Failed, children } = this.props
    const { failure } = this.state
    return failure ? <Failed error={failure.error} /> : children
  }
}
