ALTER TABLE `secrets` ADD `used_at` integer;--> statement-breakpoint
ALTER TABLE `secrets` ADD `project` text;--> statement-breakpoint
CREATE INDEX `secrets_project` ON `secrets` (`project`) WHERE "secrets"."project" is not null;