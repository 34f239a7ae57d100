import { describe, expect, it } from 'vitest'
import { readDevice } from './device.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)'

describe('readDevice', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
    [`${PHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
    [`${WINDOWS} ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${ANDROID} ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
    [`${PHONE} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 'Safari', 'macOS'],
    [`${PHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${PHONE.replaceAll('iPhone', 'iPad')} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPad'],
    [`${WINDOWS} ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Edge', 'Windows'],
    [`${ANDROID} ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36 EdgA/138.0.0.0`, 'Edge', 'Android'],
    [`${PHONE} Version/18.0 EdgiOS/138.0.3351.83 Mobile/15E148 Safari/605.1.15`, 'Edge', 'iPhone'],
    [`${LINUX} ${WEBKIT} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0`, 'Opera', 'Linux'],
    [`${ANDROID} ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  ])('reads %s', (userAgent, browser, system) => {
    expect(readDevice(userAgent)).toEqual({ browser, system })
  })

  it('names the browser alone on a system it does not know', () => {
    const userAgent = 'Mozilla/5.0 (Haiku; x86_64) Gecko/20100101 Firefox/140.0'
    expect(readDevice(userAgent)).toEqual({ browser: 'Firefox', system: undefined })
  })

  it.each([
    ['', undefined],
    ['curl/8.5.0', undefined],
    ['Firefox on Windows', undefined],
    [`${LINUX} ${WEBKIT} HeadlessChrome/138.0.0.0 Safari/537.36`, 'Linux'],
    [`${WINDOWS} ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Vivaldi/7.5`, 'Windows'],
    [`${MAC} ${WEBKIT} Chrome/138.0.0.0 Electron/37.2.0 Safari/537.36`, 'macOS'],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15 Ddg/18.5`, 'macOS'],
    [`${PHONE} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1 Other/1`, 'iPhone'],
    [`${PHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15 Other/1`, 'iPhone'],
    [`${WINDOWS} ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0 Other/1`, 'Windows'],
    [`${LINUX} ${WEBKIT} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0 Other/1`, 'Linux'],
    [`${ANDROID} ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36 Other/1`, 'Android'],
    [`${PHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0]`, 'iPhone'],
    [`Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1) Chrome/138.0.0.0 Safari/537.36`, undefined],
    [`${WINDOWS} Gecko/20100101 Firefox/140.0 <script>alert(1)</script>`, 'Windows'],
  ])('makes no guess at the browser of %s', (userAgent, system) => {
    expect(readDevice(userAgent)).toEqual({ browser: undefined, system })
  })
})
