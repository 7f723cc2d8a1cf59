/**
 * The server in the picture beside the sign-in form: the result of the Weather template, and one
 * call of it. A test compares it with the real import.
 */
export const PREVIEW_SERVER = {
  title: 'Weather',
  name: 'weather',
  version: '1.0.0',
  tools: [
    { name: 'find_place', method: 'GET', summary: 'Find a place by its name' },
    {
      name: 'get_forecast',
      method: 'GET',
      summary: 'Get the weather now and for up to 16 days',
    },
    { name: 'get_air_quality', method: 'GET', summary: 'Get the air quality now' },
  ],
  call: {
    tool: 'get_air_quality',
    arguments: { latitude: 38.72, longitude: -9.13, current: ['european_aqi', 'pm2_5'] },
    /** Of the document's own example. */
    result: { european_aqi: 28, pm2_5: 7.9 },
  },
} as const;
