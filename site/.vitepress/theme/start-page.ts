import { useData } from 'vitepress'
import { VPButton, VPLink } from 'vitepress/theme-without-fonts'
import { defineComponent, h } from 'vue'

/** What `index.md` says. */
interface StartPage {
  /** A line each. */
  heading: string[]
  /** What the product is, in a sentence each. */
  sentences: string[]
  actions: { text: string; link: string; theme: 'brand' | 'alt'; target?: string }[]
  commands: string[]
  commandsNote: string
  guides: { title: string; details: string; link: string }[]
}

/** What the product is, how to start it, and where to go on. */
export const StartPage = defineComponent(() => {
  const { frontmatter } = useData<{ start?: StartPage }>()
  return () => {
    const { heading, sentences, actions, commands, commandsNote, guides } = frontmatter.value['start'] as StartPage
    const introduction = h('div', { class: 'introduction' }, [
      h(
        'h1',
        heading.map((line) => h('span', `${line} `)),
      ),
      h(
        'ul',
        sentences.map((sentence) => h('li', sentence)),
      ),
      h(
        'p',
        { class: 'actions' },
        actions.map(({ link, ...button }) => h(VPButton, { tag: 'a', href: link, ...button })),
      ),
    ])
    const lines = commands.map((command) => h('code', command))
    const cards = guides.map(({ title, details, link }) =>
      h(
        'li',
        h(VPLink, { href: link }, () => [h('strong', title), ' ', h('span', details)]),
      ),
    )
    return h('main', { class: 'start' }, [
      introduction,
      h('figure', { class: 'commands' }, [h('pre', { tabindex: 0 }, lines), h('figcaption', commandsNote)]),
      h('ul', { class: 'cards' }, cards),
    ])
  }
})
