import { useEffect, useState } from 'react'
import styles from './report.module.css'

interface OutlinePart {
  id: string
  title: string
}

/** Returns the element id of a part of the report. */
export const sectionAnchor = (part: string): string => `report-${part}`

/** Renders the outline of the report and marks the part being read. */
export function ReportOutline({ parts }: { parts: readonly OutlinePart[] }) {
  const at = useCurrentPart(parts)
  return (
    <nav className={styles.outline} aria-label="提纲">
      <ol>
        {parts.map(({ id, title }, index) => (
          <li key={id} data-current={id === at}>
            <button
              type="button"
              aria-current={id === at ? 'location' : undefined}
              onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
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

/** Distance from the top of the window at which a part counts as being read, in pixels. */
const READ_THRESHOLD_PX = 160

/** Returns the id of the last part whose beginning has passed that threshold. */
function useCurrentPart(parts: readonly OutlinePart[]): string | undefined {
  const [at, setAt] = useState(parts[0]?.id)
  const ids = parts.map(({ id }) => id).join(' ')
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const passed = ids.split(' ').filter((id) => {
        const part = document.getElementById(id)
        return part !== null && part.getBoundingClientRect().top < READ_THRESHOLD_PX
      })
      setAt(passed.at(-1) ?? ids.split(' ')[0])
    }
    const later = () => {
      frame ||= requestAnimationFrame(look)
    }
    later()
    document.addEventListener('scroll', later, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', later, { capture: true })
    }
  }, [ids])
  return at
}
