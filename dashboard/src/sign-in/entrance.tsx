import { useEffect } from 'react'
import type { ReactNode } from 'react'
import './sign-in.css'

/** The frame of pages without a session. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tidings`
  }, [title])
  return (
    <div className="entrance">
      <header>
        <img src="/icon.svg" alt="" width={28} height={28} />
        Tidings
      </header>
      <main className="card">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
