// Waybill's look in one place: colours, sizes, and the fixes that make Mantine's defaults pass
// WCAG AA. Components are named by plain string keys, never by Component.extend: that would pull
// every component into the entry chunk.
import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** Deep teal, the one accent. Shade 7 carries white text at 5.9:1. */
const brand: MantineColorsTuple = [
  '#ecf8f7',
  '#d6efed',
  '#aadfdb',
  '#7accc6',
  '#4fb6af',
  '#2d9a94',
  '#17827d',
  '#0e6f6b',
  '#0a5a57',
  '#074745',
]

/** Shifted so that shade 7, like the accent's, carries white text. */
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#ffc1bd',
  '#ff9a94',
  '#fb7068',
  '#ee4b42',
  '#dc3329',
  '#c2241d',
  '#a31b16',
  '#7f1410',
]

const dark: MantineColorsTuple = [
  '#e4e7eb',
  '#b3bac4',
  '#8b93a0',
  '#646c79',
  '#3d444f',
  '#2c323b',
  '#22272e',
  '#181b20',
  '#121418',
  '#0c0e11',
]

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e5e8eb',
  '#d5dadf',
  '#bac2ca',
  '#8e98a3',
  '#6b7580',
  '#4c555f',
  '#333a42',
  '#1d2227',
]

export const theme = createTheme({
  colors: { brand, red, dark, gray },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  black: '#1a1f24',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  fontSizes: {
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.125rem',
  },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input)
    // Light and subtle variants need one step more contrast than Mantine gives them.
    const soft = input.variant === 'light' || input.variant === 'subtle'
    if (soft && (input.color ?? 'brand') === 'brand') {
      return { ...resolved, color: 'var(--waybill-accent-text)' }
    }
    return resolved
  },
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, centered: true } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    // The placeholder is a focusable child that a menu may not have.
    Menu: {
      defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { shadow: 'md' } },
    // Hints below the input keep fields side by side in line.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    Loader: {
      defaultProps: { type: 'oval', color: 'var(--waybill-focus)', 'aria-hidden': true },
    },
  },
})

/** Greys and accents that axe would fault at Mantine's defaults. */
export const cssVariablesResolver: CSSVariablesResolver = (current) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': current.colors.gray[7],
    '--mantine-color-placeholder': current.colors.gray[6],
    '--mantine-color-anchor': current.colors.brand?.[7] ?? '',
    '--mantine-color-error': '#c2241d',
    '--mantine-color-red-light-color': '#c2241d',
    '--mantine-color-default-border': current.colors.gray[3],
    '--waybill-accent-text': current.colors.brand?.[8] ?? '',
    '--waybill-surface': current.colors.gray[0],
    '--waybill-line': current.colors.gray[2],
    '--waybill-hover': current.colors.gray[0],
    '--waybill-selected': current.colors.brand?.[0] ?? '',
    '--waybill-status-gray': current.colors.gray[6],
    '--waybill-status-blue': '#1c6fd0',
    '--waybill-status-green': '#1e8a4c',
    '--waybill-status-yellow': '#b7791f',
    '--waybill-status-red': '#c2241d',
  },
  dark: {
    '--mantine-color-dimmed': current.colors.dark[1],
    '--mantine-color-placeholder': current.colors.dark[2],
    '--mantine-color-anchor': current.colors.brand?.[4] ?? '',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-red-light-color': '#ff8a80',
    '--waybill-accent-text': current.colors.brand?.[3] ?? '',
    '--waybill-surface': current.colors.dark[8],
    '--waybill-line': current.colors.dark[5],
    '--waybill-hover': current.colors.dark[6],
    '--waybill-selected': '#12302f',
    '--waybill-status-gray': current.colors.dark[2],
    '--waybill-status-blue': '#5ea5f5',
    '--waybill-status-green': '#4cc38a',
    '--waybill-status-yellow': '#e0ac4b',
    '--waybill-status-red': '#ff8a80',
  },
})
