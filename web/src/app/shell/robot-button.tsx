import { useHomeState } from '../../api/specified.state.ts'
import buttons from '../../ui/buttons/shell-button.module.css'
import { Icon } from '../../ui/icons/icon.tsx'

/** Opens the chat about what is on the screen. */
export function RobotButton() {
  return (
    <button
      type="button"
      className={buttons.icon}
      title="AI 助手：就屏幕上的内容提问"
      aria-label="AI 助手"
      aria-haspopup="dialog"
      onClick={() => useHomeState.setState({ aiRobotOpen: true })}
    >
      <Icon name="robot" size={20} />
    </button>
  )
}
