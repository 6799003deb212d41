import { Component, Suspense, type ReactNode } from 'react'

/** If code for something over the page fails to load (a new release, a lost line), the page below stays. */
export class Overlay extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
