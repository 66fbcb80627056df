import { mapText, type Output, outputText, type Span } from './output.ts'
import type { Formatting, Styled } from './style-tree.ts'
import { applyTextCase } from './text-case.ts'

/** Returns a content in a typography; unchanged without one. */
export function withFormat(content: Output[], format: Formatting | undefined): Output[] {
  return format ? [{ format, children: content }] : content
}

/**
 * Applies the attributes of an element to what it prints: periods are stripped, the letter case is converted, quotation
 * marks and typography are set, and affixes come around it all.
 */
export function decorate(styled: Styled, content: Output[], language: string): Output {
  let inner = content
  if (styled.stripPeriods) inner = inner.map((part) => mapText(part, (text) => text.replaceAll('.', '')))
  inner = applyTextCase(inner, styled.textCase, language)
  if (styled.quotes) inner = [{ quoted: true, children: inner }]
  inner = withFormat(inner, styled.format)
  const span: Span = { children: [styled.prefix, ...inner, styled.suffix] }
  if (styled.display) span.display = styled.display
  return span
}

/** Like `decorate`, but returns nothing for content that prints nothing. */
export function decorateIfAny(
  styled: Styled,
  content: Output[] | undefined,
  language: string,
): Output | undefined {
  return content === undefined || outputText(content) === '' ? undefined : decorate(styled, content, language)
}
