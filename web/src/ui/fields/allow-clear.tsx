import { Icon } from '../icons/icon.tsx'

/** The `allowClear` of a field of antd, whose own icon has an English name. */
export const allowClear = {
  clearIcon: (
    <>
      <Icon name="close" size={14} />
      <span className="sr-only">清空</span>
    </>
  ),
}
