CREATE TABLE `ended_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `secrets` ADD `connects` text;