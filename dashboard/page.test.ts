import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const page = read('index.html')
const script = read('app.js')
const style = read('style.css')

describe('the page', () => {
  it('loads nothing from elsewhere', () => {
    const addresses = [...page.matchAll(/\b(?:src|href|action)="([^"]*)"/g)].map((match) => match[1]!)
    assert.ok(addresses.length > 3)
    for (const address of addresses) assert.doesNotMatch(address, /^(https?:)?\/\//)
    assert.doesNotMatch(style, /url\(|@import/)
    assert.doesNotMatch(script, /https?:\/\//)
  })

  it('runs under a policy that forbids inline script and style', () => {
    assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)/)
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/)
    assert.doesNotMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|eval\(|new Function/)
  })

  it('has every element that its script asks for', () => {
    for (const [, id] of script.matchAll(/byId\('([^']+)'\)/g)) assert.ok(page.includes(`id="${id}"`), id)
  })
})
