import { Component, Suspense, type ReactNode } from 'react'

/** What lies over the page may fail to load (a new release, a lost line) without taking the page along. */
export class Overlay extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
