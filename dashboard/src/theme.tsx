import { useState } from 'react'
import { Button } from './ui/button.tsx'

type Theme = 'light' | 'dark'

function current(): Theme {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Switches between light and dark. Before the first use, the system decides. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(current)
  const other = theme === 'dark' ? 'light' : 'dark'

  function change(): void {
    document.documentElement.dataset['theme'] = other
    try {
      localStorage.setItem('theme', other)
    } catch {
      // Without storage, the choice ends with the page.
    }
    setTheme(other)
  }

  return (
    <Button
      tone="quiet"
      icon={theme === 'dark' ? 'sun' : 'moon'}
      aria-label={`Switch to the ${other} theme`}
      title={`Switch to the ${other} theme`}
      onClick={change}
    />
  )
}
