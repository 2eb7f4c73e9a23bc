import { Component } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './notice.tsx'

/** If a page throws or one of its files cannot be loaded, the rest of the dashboard stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page">
        <Empty
          title="This page could not be displayed"
          action={
            <Button icon="refresh" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          The service was probably updated after you opened the dashboard. Reload it to get the new version.
        </Empty>
      </div>
    )
  }
}
