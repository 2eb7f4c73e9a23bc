import { defineConfig } from 'vitepress'
import type { DefaultTheme } from 'vitepress'
import { markdownOptions } from '../markdown.ts'
import { groupPages, readPages } from '../pages.ts'
import type { Group, Page } from '../pages.ts'

const pages = readPages()

/** Not pages of the generator: their links leave its application. */
const API = { text: 'API reference', link: '/api', target: '_self' }
const DASHBOARD = { text: 'Dashboard', link: '/../', target: '_self' }

const itemOf = ({ title, path }: Page): DefaultTheme.SidebarItem => ({ text: title, link: `/${path}` })

function sidebarOf(groups: readonly Group[], inside = false): DefaultTheme.SidebarItem[] {
  return groups.map(({ title, pages: own, groups: further }) => ({
    text: title,
    collapsed: inside,
    items: [...(title === 'Reference' ? [API] : []), ...own.map(itemOf), ...sidebarOf(further, true)],
  }))
}

export default defineConfig({
  title: 'Tidings',
  description: 'Notification messages with one honest state per delivery, pushed to your webhook, on your own machine.',
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  srcDir: '..',
  srcExclude: ['{.cache,dashboard,data,scripts,server/src,server/test}/**'],
  additionalConfig: {},
  rewrites: Object.fromEntries([...pages.values()].map(({ source, path }) => [source, `${path}.md`])),
  router: { prefetchLinks: false },
  // Else the switch would write a style into the page, which its policy refuses.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  markdown: markdownOptions(pages),
  ignoreDeadLinks: [/^\/api$/],
  transformPageData: ({ filePath }) => ({ description: pages.get(filePath)?.description ?? '' }),
  themeConfig: {
    logo: { src: '/../icon.svg', alt: '' },
    nav: [
      { text: 'Guides', link: '/guides', activeMatch: '^/(guides|providers|receiving-webhooks)' },
      API,
      {
        text: 'Operating',
        link: '/operating',
        activeMatch: '^/(operating|high-availability|configuration|security|faults)',
      },
      DASHBOARD,
    ],
    sidebar: sidebarOf(groupPages(pages)),
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local' },
    notFound: {
      title: 'Page not found',
      quote: 'No page has this address. Search for it, or go to the start page.',
      linkText: 'Start page',
      linkLabel: 'Start page of the documentation',
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  vite: {
    publicDir: false,
    build: {
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      // The licenses of the packages in the bundles. The bill of materials of a release reads them.
      license: { fileName: 'licenses.json' },
    },
  },
})
