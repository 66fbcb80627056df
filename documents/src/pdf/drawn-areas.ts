import type { Area, PageContent } from './page-content.ts'

const MIN_FIGURE_SIZE = 30

/** Returns the areas of pictures and drawings on a page; areas that touch are merged. */
export function findDrawnAreas({ pictures, shapes, rules, width, height }: PageContent): Area[] {
  const whole = width * height
  const parts = [
    ...pictures,
    ...shapes.slice(0, 3000),
    ...rules.filter(({ across }) => !across).slice(0, 500),
  ].filter((area) => (area.x1 - area.x0) * (area.y1 - area.y0) < whole * 0.7)
  const joined: Area[] = []
  for (const part of parts.toSorted((a, b) => a.y0 - b.y0)) {
    const touched = joined.findLast(
      (area) =>
        part.x0 < area.x1 + 12 && part.x1 > area.x0 - 12 && part.y0 < area.y1 + 12 && part.y1 > area.y0 - 12,
    )
    if (touched) {
      touched.x0 = Math.min(touched.x0, part.x0)
      touched.x1 = Math.max(touched.x1, part.x1)
      touched.y0 = Math.min(touched.y0, part.y0)
      touched.y1 = Math.max(touched.y1, part.y1)
    } else if (joined.length < 200) joined.push({ ...part })
  }
  return joined.filter((area) => area.x1 - area.x0 > MIN_FIGURE_SIZE && area.y1 - area.y0 > MIN_FIGURE_SIZE)
}
