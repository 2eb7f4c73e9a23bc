import { defineComponent, h, onMounted, ref } from 'vue'

/** The page below which the story stands. */
export const STORY_PAGE = 'guides/inbox-component.md'

const THEMES = ['', 'light', 'dark', 'auto'] as const
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const

/** The real component on the service of this site. The reader brings a recipient token. It stays in this page. */
export const InboxStory = defineComponent(() => {
  const token = ref('')
  const theme = ref<string>('')
  const language = ref<string>('en')
  // The component exists only in browsers.
  onMounted(() => void import('../../../inbox/src/element.ts'))

  const choice = (name: string, chosen: typeof theme, values: readonly string[]) => {
    const options = values.map((value) => h('option', { value }, value === '' ? 'as the page' : value))
    const onChange = (event: Event) => (chosen.value = (event.target as HTMLSelectElement).value)
    return h('label', [`${name} `, h('select', { onChange }, options)])
  }

  return () => {
    const onSubmit = (event: Event) => {
      event.preventDefault()
      const given = new FormData(event.target as HTMLFormElement).get('token')
      token.value = typeof given === 'string' ? given.trim() : ''
    }
    const input = h('input', { name: 'token', required: true, autocomplete: 'off', spellcheck: false })
    return h('section', { class: 'inbox-story', 'aria-label': 'The live inbox' }, [
      h('form', { onSubmit }, [
        h('label', ['Recipient token ', input]),
        choice('Theme', theme, THEMES),
        choice('Language', language, LANGUAGES),
        h('button', { type: 'submit' }, 'Show the inbox'),
      ]),
      token.value === ''
        ? null
        : h('div', { class: 'inbox-story-page' }, [
            h('strong', 'Your page'),
            h('tidings-inbox', {
              '^url': location.origin,
              '^token': token.value,
              '^lang': language.value,
              ...(theme.value === '' ? {} : { '^theme': theme.value }),
            }),
          ]),
    ])
  }
})
