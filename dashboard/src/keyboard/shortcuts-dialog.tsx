import { NAVIGATION } from '../navigation.ts'
import { COMMAND_KEY } from '../search/search.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckboxGroup } from '../ui/field.tsx'
import { shortcuts } from './setting.ts'
import './shortcuts-dialog.css'

type Shortcut = readonly [keys: readonly string[], effect: string]

const ALWAYS: readonly Shortcut[] = [
  [[COMMAND_KEY, 'K'], 'Search'],
  [['Esc'], 'Close the dialog'],
]
const EDITOR: readonly Shortcut[] = [
  [[COMMAND_KEY, 'S'], 'Save'],
  [[COMMAND_KEY, 'F'], 'Find in the text of the field'],
  [['Ctrl', 'Space'], 'Suggest names, filters and tags'],
]
const SINGLE: readonly Shortcut[] = [
  [['/'], 'Search'],
  [['j'], 'Select the next row'],
  [['k'], 'Select the previous row'],
  [['Enter'], 'Open the selected row'],
  [['?'], 'Show these shortcuts'],
]
const PAGES: readonly Shortcut[] = NAVIGATION.map(({ letter, title }) => [['g', letter], title])

const CHOICES = [{ value: 'on', label: 'Use shortcuts of a single key, and g with a letter' }] as const

function Shortcuts({ title, listed }: { title: string; listed: readonly Shortcut[] }) {
  return (
    <section className="shortcuts">
      <h3>{title}</h3>
      <dl>
        {listed.map(([keys, effect]) => (
          <div key={keys.join(' ')}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** All shortcuts, and the switch for those of a single key. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = shortcuts.use()
  return (
    <Dialog title="Keyboard shortcuts" wide onClose={onClose}>
      <CheckboxGroup
        label="In this browser"
        values={isOn ? ['on'] : []}
        choices={CHOICES}
        onChange={(values) => shortcuts.set(values.length > 0)}
      />
      <div className="columns">
        <div className="stack">
          <Shortcuts title="Always" listed={ALWAYS} />
          <Shortcuts title="On a page, outside of fields" listed={SINGLE} />
        </div>
        <div className="stack">
          <Shortcuts title="Go to a page" listed={PAGES} />
          <Shortcuts title="In a template" listed={EDITOR} />
        </div>
      </div>
    </Dialog>
  )
}
