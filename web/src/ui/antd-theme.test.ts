import { readFileSync } from 'node:fs'
import { theme } from 'antd'
import { expect, test } from 'vitest'
import { themeOf } from './antd-theme.ts'

const css = readFileSync(`${import.meta.dirname}/../../../config/tokens.css`, 'utf8')
const light = css.slice(0, css.indexOf('[data-theme='))
const dark = css.slice(css.indexOf('[data-theme='))
const variable = (block: string, name: string) =>
  new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? ''

/** Contrast of two colours by WCAG 2.2. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

test('controls are 36 px high, corners 4 px, cards 8 px', () => {
  const token = theme.getDesignToken(themeOf(false))
  expect(token).toMatchObject({
    controlHeight: 36,
    borderRadius: 4,
    borderRadiusLG: 8,
    colorPrimary: '#6a34c9',
  })
})

test.each([
  ['light', light, false],
  ['dark', dark, true],
] as const)('antd and our own stylesheets use the same colours: %s', (_, block, isDark) => {
  const token = theme.getDesignToken(themeOf(isDark))
  const pairs = {
    ...{ primary: token.colorPrimary, surface: token.colorBgContainer, control: token.colorBorder },
    ...{ success: token.colorSuccess, warning: token.colorWarning, danger: token.colorError },
  }
  for (const [name, colour] of Object.entries(pairs))
    expect(colour?.toLowerCase()).toBe(variable(block, name))
})

test.each([
  ['light', light],
  ['dark', dark],
] as const)('text is readable and outlines are seen: %s', (_, block) => {
  const of = (name: string) => variable(block, name)
  for (const ground of ['page', 'surface', 'hover', 'tint'])
    for (const text of ['text', 'second']) expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5)
  for (const ground of ['page', 'surface']) {
    for (const text of ['primary', 'faint', 'success', 'warning', 'danger'])
      expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(of('control'), of(ground))).toBeGreaterThanOrEqual(3)
  }
  expect(contrast(of('on-primary'), of('primary'))).toBeGreaterThanOrEqual(4.5)
})
