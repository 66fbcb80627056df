import { useEffect, useState } from 'react'
import styles from './report.module.css'

interface OutlinePart {
  id: string
  title: string
}

/** Under which id a part of the report stands in the page. */
export const sectionAnchor = (part: string): string => `report-${part}`

/** The parts of the report; the one that is being read is marked. */
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

/** How far below the top of the window a part has begun to be read, in pixels. */
const READ_THRESHOLD_PX = 160

/** The last part whose beginning has passed the upper edge. */
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
