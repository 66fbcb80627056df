import { type ThemeConfig, theme } from 'antd'

type Algorithm = typeof theme.darkAlgorithm

/** The tokens that both appearances share. */
const shared = {
  fontFamily: 'var(--sans)',
  fontSize: 14,
  lineHeight: 22 / 14,
  controlHeight: 36,
  borderRadius: 4,
  borderRadiusLG: 8,
  borderRadiusSM: 4,
  wireframe: false,
  motionDurationFast: '0.12s',
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.18s',
}

const light = {
  colorPrimary: '#6A34C9',
  colorPrimaryHover: '#5A29B0',
  colorPrimaryActive: '#4B2094',
  colorPrimaryBg: '#F3EDFD',
  colorLink: '#6A34C9',
  colorBgLayout: '#FAF9FC',
  colorBgContainer: '#FFFFFF',
  colorBgElevated: '#FFFFFF',
  colorBorder: '#8F87A3',
  colorBorderSecondary: '#E7E3EF',
  colorSplit: '#E7E3EF',
  colorText: '#1F1B2E',
  colorTextSecondary: '#575069',
  colorTextTertiary: '#6F6884',
  colorTextDescription: '#6F6884',
  colorTextPlaceholder: '#6F6884',
  colorIcon: '#575069',
  colorSuccess: '#1B7F4B',
  colorWarning: '#9A5B00',
  colorError: '#B42318',
}

const dark: typeof light = {
  colorPrimary: '#A98BF0',
  colorPrimaryHover: '#BBA3F5',
  colorPrimaryActive: '#967AD9',
  colorPrimaryBg: '#2A2140',
  colorLink: '#A98BF0',
  colorBgLayout: '#14121B',
  colorBgContainer: '#1C1925',
  colorBgElevated: '#1C1925',
  colorBorder: '#746B8C',
  colorBorderSecondary: '#322D40',
  colorSplit: '#322D40',
  colorText: '#ECE9F5',
  colorTextSecondary: '#B5AEC8',
  colorTextTertiary: '#9A92B0',
  colorTextDescription: '#9A92B0',
  colorTextPlaceholder: '#9A92B0',
  colorIcon: '#B5AEC8',
  colorSuccess: '#62C796',
  colorWarning: '#E2A84F',
  colorError: '#F58E84',
}

/** An antd algorithm that keeps the colors as given; the dark algorithm would derive darker ones from them. */
const keepGivenColors: Algorithm = (seed, map = theme.darkAlgorithm(seed)) => {
  const { colorPrimary, colorSuccess, colorWarning, colorError } = seed
  return { ...map, colorPrimary, colorSuccess, colorWarning, colorError }
}

/** Returns the antd theme of an appearance; its colors are those of the tokens in `ui/base.css`. */
export function themeOf(isDark: boolean): ThemeConfig {
  const onPrimary = isDark ? '#17131F' : '#FFFFFF'
  return {
    algorithm: isDark ? [theme.darkAlgorithm, keepGivenColors] : theme.defaultAlgorithm,
    token: { ...shared, ...(isDark ? dark : light) },
    components: {
      Button: {
        primaryColor: onPrimary,
        dangerColor: onPrimary,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Checkbox: { colorWhite: onPrimary },
      // The track must be visible on the page as well as on a dialog.
      Segmented: isDark
        ? { trackBg: '#2A2536', itemSelectedBg: '#443C58' }
        : { trackBg: '#EFEBF5', itemSelectedBg: '#FFFFFF' },
    },
  }
}
