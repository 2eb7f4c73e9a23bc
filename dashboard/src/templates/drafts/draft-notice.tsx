import { useState } from 'react'
import { useWhyNot } from '../../api/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { draftOf } from '../draft.ts'
import type { MessageTemplate } from '../draft.ts'
import type { Editor } from '../editor.ts'
import type { Channel } from '../texts-card.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { DiscardDialog, LeaveDialog } from './question-dialogs.tsx'
import { draftState, useAuthor, useSharedDraft } from './shared-draft.ts'
import type { SharedDraft } from './shared-draft.ts'

interface NoticeProps {
  template: MessageTemplate
  editor: Editor
  channels: readonly Channel[]
}

type Question = 'open' | 'leave' | 'discard' | 'compare'

/** The draft is published or discarded, but the editor still has it. */
function GoneNotice({ template, editor }: Omit<NoticeProps, 'channels'>) {
  const whyNot = useWhyNot('change')
  return (
    <Notice tone="warn" live>
      <p>Somebody else published or discarded the draft. This editor still has your texts.</p>
      <div className="row">
        <Button whyNot={whyNot} onClick={() => editor.saveDraft(0)}>
          Save mine as a new draft
        </Button>
        <Button onClick={() => editor.load(template)}>{`Load version ${template.version}`}</Button>
      </div>
    </Notice>
  )
}

/** The sentence about the draft. */
function About({ template, shared, editor }: Omit<NoticeProps, 'channels'> & { shared: SharedDraft }) {
  const author = useAuthor(shared)
  const by = (
    <>
      {author}, <Time at={shared.updated_at} />
    </>
  )
  const state = draftState(editor.revision, shared.revision)
  if (state === 'changed') return <p>The draft was saved again by {by}. If you open it, your changes are lost.</p>
  const isBehind = shared.based_on_version < template.version
  return (
    <p>
      {state === 'open' ? 'You are editing the draft, last saved by ' : 'Draft by '}
      {by}. Version {template.version} is in use
      {state === 'open' && ' until you publish'}.
      {isBehind && ` The draft was begun on version ${shared.based_on_version}: compare before you publish it.`}
    </p>
  )
}

function Actions({
  template,
  shared,
  editor,
  onAsk,
}: Omit<NoticeProps, 'channels'> & { shared: SharedDraft; onAsk: (question: Question) => void }) {
  const whyNot = useWhyNot('change')
  const { hasChanged } = editor
  const state = draftState(editor.revision, shared.revision)
  const compare = <Button onClick={() => onAsk('compare')}>Compare</Button>
  const replace = (
    <Button whyNot={whyNot} onClick={() => editor.saveDraft(shared.revision)}>
      Replace it with mine
    </Button>
  )
  const discard = (
    <Button whyNot={whyNot} onClick={() => onAsk('discard')}>
      Discard
    </Button>
  )
  if (state === 'changed')
    return (
      <div className="row">
        <Button onClick={() => editor.open(shared)}>Open theirs</Button>
        {compare}
        {replace}
      </div>
    )
  if (state === 'open')
    return (
      <div className="row">
        {compare}
        <Button onClick={() => (hasChanged ? onAsk('leave') : editor.load(template))}>
          {`Back to version ${template.version}`}
        </Button>
        {discard}
      </div>
    )
  return (
    <div className="row">
      <Button onClick={() => (hasChanged ? onAsk('open') : editor.open(shared))}>Open the draft</Button>
      {compare}
      {hasChanged && replace}
      {discard}
    </div>
  )
}

/** The draft of the template: its author, and everything to do with it. Nothing if there is none. */
export function DraftNotice({ template, editor, channels }: NoticeProps) {
  const shared = useSharedDraft(template)
  const [asked, setAsked] = useState<Question | null>(null)
  const close = () => setAsked(null)
  const and = (act: () => void) => () => {
    close()
    act()
  }
  const state = draftState(editor.revision, template.draft_revision)
  if (state === 'gone') return <GoneNotice template={template} editor={editor} />
  if (shared === null) return null
  const stored = draftOf(shared, shared)
  const compared =
    state === 'changed'
      ? { title: 'The draft and your texts', before: stored, after: editor.draft }
      : {
          title: `Version ${template.version} and the draft`,
          before: draftOf(template, template),
          after: state === 'open' ? editor.draft : stored,
        }
  return (
    <Notice tone={state === 'changed' ? 'warn' : 'neutral'} live={state === 'changed'}>
      <About template={template} shared={shared} editor={editor} />
      <Actions template={template} shared={shared} editor={editor} onAsk={setAsked} />
      {asked === 'compare' && <CompareDialog {...compared} channels={channels} onClose={close} />}
      {asked === 'open' && (
        <LeaveDialog action="Open the draft" onLeave={and(() => editor.open(shared))} onClose={close} />
      )}
      {asked === 'leave' && (
        <LeaveDialog action="Leave the draft" onLeave={and(() => editor.load(template))} onClose={close} />
      )}
      {asked === 'discard' && (
        <DiscardDialog
          template={template}
          revision={shared.revision}
          onDiscarded={and(() => state === 'open' && editor.load(template))}
          onClose={close}
        />
      )}
    </Notice>
  )
}
