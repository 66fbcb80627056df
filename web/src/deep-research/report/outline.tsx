import { useEffect, useState } from 'react'
import styles from './report.module.css'

/** A section of the report in its outline. */
interface OutlinePart {
  /** The id of its element. */
  id: string
  title: string
}

/** Returns the element id of a section of the report, or of its `references`. */
export const sectionAnchor = (section_id: string): string => `report-${section_id}`

/** Renders the outline of the report and marks the part being read. */
export function ReportOutline({ parts }: { parts: readonly OutlinePart[] }) {
  const current = useCurrentPart(parts)
  return (
    <nav className={styles.outline} aria-label="提纲">
      <ol>
        {parts.map(({ id, title }, index) => (
          <li key={id} data-current={id === current}>
            <button
              type="button"
              aria-current={id === current ? 'location' : undefined}
              onClick={() => showPart(id)}
            >
              <span>{index + 1}</span>
              {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Scrolls to a part and focuses its heading, so that the keyboard goes on from there. */
function showPart(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector('h3')?.focus({ preventScroll: true })
}

/** A part counts as being read once its beginning is less than this far below the top of the window, in pixels. */
const READ_THRESHOLD_PX = 160

/**
 * Returns the id of the part being read: the last one whose beginning has passed the threshold, or the first one;
 * undefined without parts.
 */
function useCurrentPart(parts: readonly OutlinePart[]): string | undefined {
  const [current, setCurrent] = useState(parts[0]?.id)
  const ids = parts.map(({ id }) => id).join(' ')
  useEffect(() => {
    /** The requested animation frame; 0 when there is none. */
    let frame = 0
    const update = () => {
      frame = 0
      const passed = ids.split(' ').filter((id) => {
        const part = document.getElementById(id)
        return part !== null && part.getBoundingClientRect().top < READ_THRESHOLD_PX
      })
      setCurrent(passed.at(-1) ?? ids.split(' ')[0])
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update)
    }
    scheduleUpdate()
    document.addEventListener('scroll', scheduleUpdate, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', scheduleUpdate, { capture: true })
    }
  }, [ids])
  return current
}
