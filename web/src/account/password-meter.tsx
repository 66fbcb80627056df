import styles from './account.module.css'
import { strengthNames, strengthOf } from './password-strength.ts'

/** How good a password is while it is being typed. */
export function PasswordMeter({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <div className={styles.meter} data-strength={strength}>
      <span className={styles.steps} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={strength >= step} />
        ))}
      </span>
      <span aria-live="polite">
        {password === '' ? '长而好记的一句话最安全' : `强度：${strengthNames[strength]}`}
      </span>
    </div>
  )
}
