import { onContentUpdated, useData } from 'vitepress'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineComponent, h, watch } from 'vue'
import { InboxStory, STORY_PAGE } from './inbox-story.ts'
import { SEARCH_OPTIONS } from './search.ts'
import { StartPage } from './start-page.ts'
import { showTabs } from './tabs.ts'
import './style.css'

const Layout = defineComponent(() => {
  const { isDark, page } = useData()
  // The dashboard and the API reference have the same look.
  watch(isDark, (dark) => {
    try {
      localStorage.setItem('theme', dark ? 'dark' : 'light')
    } catch {
      // A browser that keeps nothing forgets the choice with the page.
    }
  })
  onContentUpdated(showTabs)
  const story = () => (page.value.relativePath === STORY_PAGE ? h(InboxStory) : null)
  return () => h(DefaultTheme.Layout, null, { 'doc-footer-before': story })
})

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app, siteData }) {
    app.component('home', StartPage)
    const search = { provider: 'local', options: { detailedView: true, miniSearch: { searchOptions: SEARCH_OPTIONS } } }
    const { themeConfig, ...rest } = siteData.value
    siteData.value = { ...rest, themeConfig: { ...(themeConfig as object), search } }
  },
} satisfies Theme
