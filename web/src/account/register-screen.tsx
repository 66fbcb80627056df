import { useHomeState } from '../api/specified.state.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import styles from './account.module.css'
import { RegisterForm } from './register-form.tsx'

/** Renders the registration screen. */
export function RegisterScreen() {
  const { title, icp, copyright } = useHomeState((state) => state.logoInfo)
  return (
    <div className={styles.register}>
      <header className={styles.brand}>
        <BrandMark size={28} />
        <span>{title || '科学导航'}</span>
      </header>
      <main>
        <h1>注册账号</h1>
        <p className={styles.lead}>
          已有账号？<a href="/login">去登录</a>
        </p>
        <RegisterForm />
      </main>
      {(icp || copyright) && (
        <footer className={styles.legal}>{[copyright, icp].filter(Boolean).join('　')}</footer>
      )}
    </div>
  )
}
