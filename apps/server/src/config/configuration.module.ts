import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { Configuration } from '@resource-catalogue/program';

/**
 * Injects the configuration by its class. It is read before the application exists: the database opens first, and
 * commands have no application.
 */
@Module({})
export class ConfigurationModule {
  static forRoot(configuration: Configuration): DynamicModule {
    const read = registerAs('catalogue', () => configuration);
    return {
      module: ConfigurationModule,
      global: true,
      imports: [ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true, load: [read] })],
      providers: [{ provide: Configuration, useExisting: read.KEY }],
      exports: [Configuration],
    };
  }
}
