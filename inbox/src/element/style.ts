/**
 * The look of the web component. Apps change the variables of the first rule, or the parts. It is one constructed style
 * sheet for all elements of the page, so a strict content security policy needs no exception.
 */

const CSS = `
:host {
  --_font: var(--tidings-font, inherit);
  --_accent: var(--tidings-accent, light-dark(#3b50d6, #93a4ff));
  --_on-accent: var(--tidings-on-accent, light-dark(#ffffff, #0d1330));
  --_badge: var(--tidings-badge, light-dark(#c22727, #ff9a94));
  --_on-badge: var(--tidings-on-badge, light-dark(#ffffff, #2b0a0a));
  --_background: var(--tidings-background, light-dark(#ffffff, #1b212a));
  --_hover: var(--tidings-hover, light-dark(#f1f3f6, #242c37));
  --_unread: var(--tidings-unread, light-dark(#f2f4fe, #202943));
  --_text: var(--tidings-text, light-dark(#15191f, #e8ebf0));
  --_muted: var(--tidings-muted, light-dark(#566070, #a8b2c0));
  --_line: var(--tidings-line, light-dark(#e1e5ea, #323c49));
  --_error: var(--tidings-error, light-dark(#a81f1f, #ffaaa5));
  --_error-background: var(--tidings-error-background, light-dark(#fdeaea, #3c1a1a));
  --_radius: var(--tidings-radius, 12px);
  --_width: var(--tidings-width, 400px);
  --_shadow: var(--tidings-shadow, 0 12px 40px rgb(16 24 40 / 24%));
  --_bell-size: var(--tidings-bell-size, 24px);
  display: inline-block;
  font-family: var(--_font);
  line-height: 1.45;
}
:host([hidden]) { display: none; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([theme='auto']) { color-scheme: light dark; }
* { box-sizing: border-box; }

button, a { font: inherit; color: inherit; }
button { margin: 0; padding: 0; border: 0; background: none; cursor: pointer; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
svg { display: block; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.bell { position: relative; display: grid; place-items: center; min-width: 40px; min-height: 40px; border-radius: 8px; }
.bell svg { width: var(--_bell-size); height: var(--_bell-size); }
.badge {
  position: absolute; inset-block-start: 0; inset-inline-end: 0; min-width: 18px; padding: 0 5px; border-radius: 9px;
  background: var(--_badge); color: var(--_on-badge); font-size: 11px; font-weight: 700; line-height: 18px; text-align: center;
}
.badge[hidden] { display: none; }

.panel {
  position: fixed; inset: var(--_top, 0) auto auto var(--_left, 0); width: min(var(--_width), 100vw - 16px);
  height: fit-content; max-height: min(640px, var(--_room, 100dvh)); margin: 0; padding: 0; overflow: hidden; flex-direction: column;
  border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_background); color: var(--_text);
  box-shadow: var(--_shadow); font-size: 14px; text-align: start; cursor: auto;
}
.panel:popover-open { display: flex; }
.panel:focus { outline: none; }
.top { display: flex; align-items: center; gap: 8px; padding-block: 12px 4px; padding-inline: 16px 12px; }
h2 { flex: 1; margin: 0; font-size: 17px; line-height: 1.3; }
.round { display: grid; place-items: center; flex: none; width: 32px; height: 32px; border-radius: 8px; color: var(--_muted); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; padding: 4px 12px 10px; border-bottom: 1px solid var(--_line); }
.lists { display: flex; gap: 4px; flex: 1; }
.choice, .quiet { min-height: 32px; padding: 0 10px; border-radius: 8px; color: var(--_muted); font-weight: 500; }
.choice[aria-pressed='true'] { background: var(--_unread); color: var(--_text); }
.quiet { color: var(--_accent); }
.quiet[hidden], .banner[hidden], .problem[hidden], .empty[hidden], .older[hidden] { display: none; }
.banner, .problem { display: flex; align-items: center; gap: 8px; margin: 0; padding: 8px 16px; border-bottom: 1px solid var(--_line); color: var(--_muted); }
.problem { background: var(--_error-background); color: var(--_error); }
.problem span { flex: 1; }
.problem button { min-height: 28px; padding: 0 8px; border-radius: 6px; font-weight: 600; text-decoration: underline; }

.scroll { overflow-y: auto; overscroll-behavior: contain; min-height: 0; }
ul { list-style: none; margin: 0; padding: 0; }
.message { position: relative; display: flex; align-items: flex-start; gap: 4px; padding-block: 12px; padding-inline: 16px 8px; border-bottom: 1px solid var(--_line); }
.message.unread { background: var(--_unread); }
.message.unread::before { content: ''; position: absolute; inset-block: 0; inset-inline-start: 0; width: 3px; background: var(--_accent); }
.text { flex: 1; min-width: 0; }
.title { display: block; width: 100%; text-align: inherit; text-decoration: none; overflow-wrap: anywhere; line-height: 1.4; }
.name { display: block; }
.unread .title { font-weight: 650; }
.title::after { content: ''; position: absolute; inset: 0; }
.title:focus-visible { outline: none; }
.title:focus-visible::after { outline: 2px solid var(--_accent); outline-offset: -3px; border-radius: 4px; }
a.title:hover { text-decoration: underline; }
.body { margin: 2px 0 0; color: var(--_muted); white-space: pre-line; overflow-wrap: anywhere; }
.body:empty { display: none; }
.message:not(.whole) .body { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
.message:not(.whole) .body:empty { display: none; }
.about { display: block; margin-top: 4px; color: var(--_muted); font-size: 12px; }
.actions { position: relative; z-index: 1; display: flex; flex: none; }
.empty { margin: 0; padding: 40px 16px; color: var(--_muted); text-align: center; }
.older { display: block; width: 100%; min-height: 44px; color: var(--_accent); font-weight: 500; }

@media (hover: hover) {
  .bell:hover, .round:hover, .choice:hover, .quiet:hover, .older:hover { background: var(--_hover); }
  .message:hover { background: var(--_hover); }
  .round:hover { color: var(--_text); }
}
@media (max-width: 480px) {
  .panel { inset: 0; width: 100%; height: 100dvh; max-height: none; border: 0; border-radius: 0; font-size: 15px; }
  .scroll { flex: 1; }
  .round { width: 40px; height: 40px; }
  .choice, .quiet { min-height: 40px; }
}
@media (prefers-reduced-motion: no-preference) {
  .panel { transition: opacity 120ms, translate 120ms; }
  @starting-style { .panel:popover-open { opacity: 0; translate: 0 -4px; } }
}
@media (forced-colors: active) {
  .choice[aria-pressed='true'] { outline: 2px solid; }
  .badge { border: 1px solid; }
}
`

let sheet: CSSStyleSheet | null = null

/** The style sheet for the shadow root of each element. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(CSS)
  }
  return sheet
}
