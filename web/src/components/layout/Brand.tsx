// Waybill's mark and name. The mark is drawn here once; public/favicon.svg repeats it for tabs.
import classes from './layout.module.css'

function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path
        d="M6.5 10.5l4.2 11 5.3-11 5.3 11 4.2-11"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function Brand({ size = 22 }: { size?: number }) {
  return (
    <span className={classes.brand}>
      <Mark size={size} />
      Waybill
    </span>
  )
}
