import { passwordRule } from '@scinav/contract'
import { Form, Input } from 'antd'
import { textRule } from '../ui/fields/forms.ts'
import styles from './account.module.css'

/** Renders the field `password` of the form around it, for a new password, with a strength meter. */
export function NewPasswordField({ label }: { label: string }) {
  const password = Form.useWatch<string | undefined>('password') ?? ''
  return (
    <Form.Item
      name="password"
      label={label}
      rules={[textRule(passwordRule)]}
      validateTrigger="onBlur"
      extra={<PasswordMeter password={password} />}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}

/** Renders the strength of a password while it is being typed. */
function PasswordMeter({ password }: { password: string }) {
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

/** 0 too short · 1 weak · 2 fair · 3 good · 4 strong. */
type Strength = 0 | 1 | 2 | 3 | 4

/** Names of the grades of a password, weakest first; the first one is that of a password that is too short. */
const strengthNames = ['至少 10 位', '较弱', '尚可', '较好', '很好'] as const

/** Minimum length that `passwordRule` accepts. */
const MIN_PASSWORD_CHARS = 10

/** Matches three or more of one character (group 1), and sequences such as `1234` and `qwer` (no group). */
const PREDICTABLE_RUN = /(.)\1{2,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|zxcv/gi

/** With fewer different characters a password is weak, whatever its length. */
const MIN_DIFFERENT_CHARS = 5

/** How many repeated characters count as if they were different ones. */
const COUNTED_REPEATS = 4

/** Points for each of the kinds lower case, upper case, digits and others. */
const POINTS_PER_KIND = 2

/** Minimum points of a fair, a good and a strong password. */
const MIN_FAIR_POINTS = 13
const MIN_GOOD_POINTS = 17
const MIN_STRONG_POINTS = 22

/**
 * Estimates how hard a password is to guess. Points = min(length, different characters + 4) + 2 · kinds of characters,
 * where a run of one character adds 1 to the length and a sequence nothing. The thresholds are a matter of judgment.
 */
export function strengthOf(password: string): Strength {
  if (password.length < MIN_PASSWORD_CHARS) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const length = password.replace(PREDICTABLE_RUN, '$1').length
  const differentCount = new Set(password).size
  if (differentCount < MIN_DIFFERENT_CHARS) return 1
  const points = Math.min(length, differentCount + COUNTED_REPEATS) + POINTS_PER_KIND * kinds
  if (points < MIN_FAIR_POINTS) return 1
  if (points < MIN_GOOD_POINTS) return 2
  return points < MIN_STRONG_POINTS ? 3 : 4
}
