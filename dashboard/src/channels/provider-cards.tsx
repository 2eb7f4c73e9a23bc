import { Link } from '../router.ts'
import { Icon } from '../ui/icon.tsx'
import { Choices } from '../ui/choices.tsx'
import { CHANNEL_TYPES, iconOfType, TYPE_TITLES } from './channel-type.tsx'
import type { ChannelType } from './channel-type.tsx'
import './provider-cards.css'
import { guideToProvider } from './provider-guides.ts'
import type { Provider } from './settings.ts'

const TYPES = CHANNEL_TYPES.map((value) => ({ value, label: TYPE_TITLES[value] }))

/** The address of the form for a new channel. */
function formOf(type: ChannelType, provider: string): string {
  return `/channels/new?type=${type}&provider=${provider}`
}

/** The providers of a type of channel, to choose one. */
export function ProviderCards({
  providers,
  type,
  onType,
}: {
  providers: readonly Provider[]
  type: ChannelType
  onType: (type: ChannelType) => void
}) {
  const serving = providers.filter(({ channel_types: types }) => types.includes(type))
  return (
    <div className="stack">
      <Choices label="Type of channel" choices={TYPES} value={type} onChange={onType} />
      <ul className="provider-cards" aria-label="Providers">
        {serving.map(({ name, title }) => {
          const { about, needs } = guideToProvider(name)
          return (
            <li key={name}>
              <Link to={formOf(type, name)} aria-describedby={`about-${name}`}>
                <Icon name={name === 'sandbox' ? 'inbox' : iconOfType(type)} size={20} />
                <strong>{title}</strong>
              </Link>
              <p id={`about-${name}`}>{about}</p>
              <p className="small muted">
                <Icon name="key" size={14} />
                <span>
                  <span className="unseen">Needed: </span>
                  {needs}
                </span>
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
