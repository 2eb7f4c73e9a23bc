import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useId } from 'react'
import { Link } from '../router.ts'
import './button.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  tone?: ButtonTone
  icon?: IconName
  /** The action is running. Until it ends, clicks do nothing. */
  busy?: boolean
  /** The reason if the button is disabled, or null. It stays in the tab order, so the reason can be read. */
  whyNot?: string | null | undefined
  children?: ReactNode
}

/** A button, by default of type `button`. With an icon and no text it needs an `aria-label`. */
export function Button({ tone = 'plain', icon, busy = false, whyNot, onClick, children, ...rest }: ButtonProps) {
  const reasonId = useId()
  const isDisabled = busy || whyNot != null
  const className = ['button', tone, children == null ? 'icon' : '', rest.className ?? ''].filter(Boolean).join(' ')

  function clicked(event: MouseEvent<HTMLButtonElement>): void {
    if (isDisabled) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <>
      <button
        type="button"
        title={whyNot ?? undefined}
        {...rest}
        className={className}
        aria-disabled={isDisabled || undefined}
        aria-busy={busy || undefined}
        aria-describedby={whyNot == null ? rest['aria-describedby'] : reasonId}
        onClick={clicked}
      >
        {icon !== undefined && <Icon name={icon} />}
        {children}
      </button>
      {whyNot != null && (
        <span id={reasonId} hidden>
          {whyNot}
        </span>
      )}
    </>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  to,
  tone = 'plain',
  icon,
  children,
}: {
  to: string
  tone?: ButtonTone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <Link to={to} className={`button ${tone}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  )
}
